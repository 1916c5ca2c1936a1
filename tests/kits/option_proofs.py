"""Beside each thing that admins can set: the records or tests that show what it changes.

A name is a record of `tests/records/`, or a test as `tests/file.py::name`. A record must set its option.
"""

from collections.abc import Mapping

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "deal": ("fiim-2025-length-deal",),
    "meet": ("fiim-length-meet",),
    "speech": ("fiim-2025-length-speech",),
    "tie_speech": ("phystech-length-tie-speech",),
    "last_word": ("fiim-length-last-word",),
    "ballot_window": ("fiim-length-ballot-window", "box-length-ballot-window-15", "box-length-ballot-window-25"),
    "lift_window": ("fiim-2025-length-lift-window",),
    "night": ("phystech-length-night", "box-length-night-30"),
    "discussion": ("box-length-discussion-200",),
    "second_discussion": ("box-length-second-discussion-45",),
    "best_move": ("fiim-2025-length-best-move",),
    "silenced_window": ("fiim-length-silenced-window",),
    "time_out": ("phystech-length-time-out",),
    "time_outs": ("fiim-2025-time-outs-switched-on", "phystech-no-time-outs"),
    "ballot_style": ("fiim-style-simultaneous", "city-option-ballot-simultaneous"),
    "withdraw": ("fiim-2025-withdraw-on", "fiim-withdraw-off", "city-option-withdraw-off"),
    "nominations": ("fiim-2025-nominations-first", "fiim-nominations-first-new", "phystech-nominations-last"),
    "show_candidates": ("fiim-candidates-shown", "phystech-candidates-not-shown"),
    "unvoted": ("fiim-2025-unvoted-not-counted", "city-option-unvoted-to-the-last"),
    "ballot_secrecy": (
        *("phystech-secrecy-open", "fiim-secrecy-hidden", "fiim-2025-secrecy-anonymous"),
        *("fiim-2025-secrecy-hidden-lift", "box-secrecy-open", "box-secrecy-anonymous-one-by-one"),
    ),
    "confirmation": (
        "fiim-confirmation-on",
        "phystech-confirmation-off",
        "box-confirmation-nobody",
        "city-confirmation-gone",
    ),
    "change_vote": ("fiim-change-vote-on", "fiim-2025-change-vote-off", "box-secrecy-anonymous"),
    "tie_at_three_or_four": ("fiim-tie-at-four-lift",),
    "single_later": ("fiim-2025-single-later-ballot", "fiim-single-later-leaves"),
    "first_day_ballot": ("fiim-2025-no-ballot-on-day-one", "party-no-ballot-on-day-one"),
    "best_move_time": (
        *("fiim-2025-best-move-time-last-word", "fiim-best-move-time-never", "fiim-best-move-time-night"),
        *("city-option-best-move-at-night", "city-option-best-move-never"),
    ),
    "last_words": ("fiim-no-last-words", "city-no-last-words"),
    "last_word_when_decided": ("fiim-2025-last-word-when-decided", "fiim-no-last-word-when-decided"),
    "draw": ("fiim-2025-draw-by-cycles", "fiim-draw-by-nights", "phystech-draw-off", "box-draw-nights-3"),
    "offences": ("fiim-2025-offences-off", "phystech-offences-foul"),
    "fouls_to_silence": ("fiim-fouls-to-silence", "city-fouls-to-silence"),
    "fouls_to_removal": ("fiim-2025-fouls-to-removal", "box-fouls-to-removal"),
    "reveal_roles": ("fiim-2025-roles-revealed", "city-option-roles-revealed", "box-roles-hidden"),
    "early_night_end": ("phystech-night-never-early", "box-early-night-end-off"),
    "compensation_max": (
        "tests/engine/tournament/test_standings.py::test_the_most_of_ci_is_an_option_of_the_table",
    ),
    "stand_ins": (
        "tests/virtual_clock/test_table_choices.py::test_where_computer_players_may_not_fill_there_is_no_such_button",
        "tests/end_to_end/test_restart.py::test_stand_ins_say_everything_once_over_restarts",
    ),
    "surrender": ("fiim-2025-surrender-on", "city-option-surrender-off", "box-surrender-on"),
    "first_night_kill": (
        *("fiim-first-night-in-peace", "box-first-night-in-peace", "city-first-night-in-peace"),
        "fiim-2025-first-night-with-a-kill",
    ),
    "night_talk": ("phystech-night-talk-text", "box-night-talk-off", "box-night-talk-text"),
    "lover_alibi": ("city-option-lover-block", "city-option-lover-both"),
    "claim_forfeits_best_move": ("city-best-move-claim-is-no-matter",),
    "doctor_self": ("box-doctor-himself-once", "city-doctor-never-himself", "city-doctor-himself-any-time"),
    "doctor_twice": ("box-doctor-not-twice-running", "city-doctor-twice-running"),
    "lynch": ("box-one-by-one-half",),
    "tie": ("box-tie-revote",),
    "loner_must_die": ("box-loner-may-live", "box-loner-may-live-with-the-mafia"),
    "void_check": ("box-void-check-silent",),
}

CHOICES: Mapping[str, tuple[str, ...]] = {
    "language": ("tests/end_to_end/test_group_settings.py::test_what_a_group_chooses_holds_at_once",),
    "voice": ("tests/bot/group_settings/test_group_settings.py::test_at_a_voice_table_nobody_is_muted",),
    "close_chat": (
        "tests/virtual_clock/test_muting.py::test_a_chat_that_closes_at_night_opens_by_day_and_is_as_before_in_the_end",
    ),
    "afterlife": (
        "tests/end_to_end/test_moderation.py::test_the_dead_see_all_cards_and_talk_where_the_group_allows_it",
    ),
    "several_tables": ("tests/end_to_end/test_one_table.py::test_a_group_may_allow_several_tables",),
    "may_open": ("tests/end_to_end/test_group_settings.py::test_who_may_open_start_and_stop",),
    "may_start": ("tests/end_to_end/test_group_settings.py::test_who_may_open_start_and_stop",),
    "may_stop": ("tests/end_to_end/test_group_settings.py::test_who_may_open_start_and_stop",),
    "may_change": ("tests/virtual_clock/test_table_choices.py::test_who_may_change_the_game_at_an_open_table",),
    "may_judge": ("tests/virtual_clock/test_table_choices.py::test_who_may_judge_unasked",),
    "may_add_bots": ("tests/virtual_clock/test_table_choices.py::test_who_may_call_computer_players",),
    "lobby_minutes": ("tests/virtual_clock/test_self_start.py::test_a_table_waits_as_long_as_its_group_wants",),
    "smallest_table": (
        "tests/virtual_clock/test_self_start.py::test_a_table_may_be_no_smaller_than_its_group_wants",
    ),
    "self_start": (
        "tests/virtual_clock/test_self_start.py::test_a_game_begins_by_itself_when_so_many_sit",
        "tests/virtual_clock/test_self_start.py::test_a_game_that_never_begins_by_itself_waits_for_the_button",
    ),
    "time_zone": ("tests/bot/games/test_quiet_hours.py::test_a_group_s_choice",),
    "quiet": ("tests/virtual_clock/test_slow_games.py::test_no_step_of_a_slow_game_ends_in_quiet_hours",),
}
