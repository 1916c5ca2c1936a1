"""The faults, what is promised of each, and the tests that inject it.

`counted` names what the injectors write into the ledger; where there is no injector, every test that runs is one
injection.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Fault:
    name: str
    what: str
    promised: str
    tests: tuple[str, ...]
    counted: tuple[str, ...] = ()
    more: dict[str, str] = field(default_factory=dict)
    """Settings under which the tests take long; without them they are the quick part in `make test`."""
    but: str = ""
    """What these tests do not show."""
    figures: bool = True
    """What its tests saw stands in this row; one of several rows that share a run is enough."""


HOST, FAULTS, FUZZ, SIM = "tests/end_to_end", "tests/faults", "tests/fuzz", "tests/simulation"
KILLS = (f"{HOST}/test_kill.py",)
SCHEDULES = (f"{SIM}/test_simulation.py::test_whatever_happens_the_game_is_the_same",)
MANY = {"SIMULATED": "1350"}
PROCESSES = f"{HOST}/test_processes.py"
GO_ON = (f"{PROCESSES}::test_games_go_on_whatever_happens_to_whoever_conducts",)
LASTS = (f"{HOST}/test_lasting_faults.py",)
MUTES = "tests/virtual_clock/test_muting.py"

TABLE: tuple[Fault, ...] = (
    Fault(
        "kill",
        "kill −9 after entries of the journal, real processes",
        "the game goes on, nothing acknowledged is lost, the end is that of the undisturbed game",
        KILLS,
        ("kill",),
        {"KILL_EVERY": "1"},
    ),
    Fault(
        "kill-commit-send",
        "killed between commit and send (simulated)",
        "the message comes; at most one double in a chat for each kill",
        SCHEDULES,
        ("killed after a commit", "killed before a call", "killed after a call"),
        MANY,
    ),
    Fault(
        "kill-receipt-commit",
        "killed between the update and its commit (simulated)",
        "the update comes again and counts once",
        SCHEDULES,
        ("killed before a commit",),
        MANY,
        figures=False,
    ),
    Fault(
        "deed-torn",
        "every handler, and what the clock does, ended after each commit (simulated); the worst with kill −9",
        "the update comes again, and all is as if nothing had happened",
        ("tests/interrupted_handlers/test_every_commit.py", "tests/interrupted_handlers/test_killed_processes.py"),
        ("cut after a commit", "killed after a deed"),
    ),
    Fault(
        "power-cut",
        "the log cut at every byte of the last transaction",
        "the database opens with a prefix of the journal, no torn event",
        (f"{FAULTS}/test_power_cut.py",),
        ("power cut",),
        {"CUT_EVERY": "1"},
    ),
    Fault(
        "disk-full",
        "the disk is full",
        "nothing is acknowledged, the clocks stand, people are told; goes on when there is room",
        (f"{HOST}/test_disk_full.py",),
    ),
    Fault(
        "database-locked",
        "the file is locked for half a minute, real time",
        "it is waited for; the end is that of the undisturbed game",
        LASTS,
        ("locked",),
        {"REAL_FAULTS": "locked:30"},
    ),
    Fault(
        "database-away",
        "commits while the file is locked, PostgreSQL restarted, its answer cut off",
        "they are waited for; nothing lost, nothing doubled",
        ("tests/bot/storage/test_storage_errors.py",),
        ("server stopped", "commit cut off", "file locked"),
    ),
    Fault(
        "postgresql-restarted",
        "PostgreSQL restarted under two processes and two tables",
        "waits and goes on; nothing lost, nothing doubled",
        GO_ON,
        ("process restart",),
        {"PROCESS_FAULTS": "restart", "PROCESS_TABLES": "2"},
    ),
    Fault(
        "gateway",
        "pages of a gateway (502, 504) and cut answers, executed or not, to every method of a game and of a start",
        "every card, prompt and stage arrives, at most one double for each that was executed; the start waits",
        (
            f"{HOST}/test_gateway_errors.py",
            f"{HOST}/test_startup.py::test_a_gateway_that_answers_for_telegram_is_waited_for",
            "tests/bot/telegram/test_session.py",
        ),
        ("gateway", "gateway at the start"),
        {"GATEWAY_GAME": "fiim-2025:10"},
    ),
    Fault(
        "slow-call",
        "20 s on every getChatMember of one group, asked for by its people all the time",
        "taps in another group are answered within 1 s (99 of 100), updates by webhook taken as quickly",
        (
            f"{HOST}/test_slow_calls.py::test_taps_in_one_group_do_not_wait_for_a_slow_call_in_another",
            f"{HOST}/test_web_server.py::test_nobody_waits_for_a_slow_call_made_for_somebody_else",
            "tests/bot/telegram/test_polling.py",
        ),
        ("call held for 20 s",),
        {"SLOW_TAPS": "400"},
    ),
    Fault(
        "unanswered",
        "getChatMember in a handler meets 429 of 300 s, 500, a gateway's page, half an answer, a cut line, 20 s",
        "whoever tapped, commanded or came by a link is told that Telegram does not answer; nothing is claimed",
        (f"{HOST}/test_slow_calls.py",),
        ("unanswered in a handler",),
    ),
    Fault(
        "older-server",
        "a Bot API server of version 9.0 and of 10.0; answers without a field that the library demands",
        "what it lacks is told once at the start, a whole game is played; what was executed is not sent again",
        (f"{HOST}/test_older_server.py",),
        ("older server", "answer not understood"),
    ),
    Fault(
        "storm-429",
        "429 to every call for a minute",
        "every message is delivered, a step's time begins with its prompt",
        (f"{FAULTS}/test_network.py::test_a_storm_loses_nothing_and_no_step_ends_unasked",),
        ("storm 429",),
    ),
    Fault(
        "storm-429-real",
        "429 to every call for a minute, real time",
        "no step ends unasked, the game comes to its end",
        LASTS,
        ("real error",),
        {"REAL_FAULTS": "storm:60"},
    ),
    Fault(
        "one-chat-429",
        "429 to one chat for a minute",
        "the other table sends at the same milliseconds meanwhile",
        (f"{FAULTS}/test_network.py::test_a_chat_that_must_wait_does_not_hold_up_another_table",),
        ("429 on one chat",),
        but="afterwards the tables share the bot's calls of a second: up to a second apart",
    ),
    Fault(
        "one-chat-unanswered",
        "no answer to one chat's calls for a minute",
        "that chat waits; the other table sends at the same milliseconds",
        (f"{FAULTS}/test_network.py::test_a_chat_that_must_wait_does_not_hold_up_another_table",),
        ("one chat unanswered",),
        figures=False,
    ),
    Fault(
        "group-refuses",
        "400 to everything sent into a group, for three steps; the bot removed; a restart in between",
        "the game stands, its people are told once in private, and it goes on by itself; nobody loses a turn",
        ("tests/virtual_clock/test_closed_groups.py",),
        ("group refuses",),
    ),
    Fault(
        "topic-closed",
        "one of two topics with tables is closed",
        "its table stands and goes on when it is open again; the other plays on",
        ("tests/virtual_clock/test_closed_groups.py::test_a_closed_topic_does_not_hold_up_the_table_in_another",),
        ("topic closed",),
    ),
    Fault(
        "unreachable",
        "Telegram out of reach for five minutes",
        "no step ends whose prompt was not delivered; no flood afterwards",
        (f"{FAULTS}/test_network.py::test_a_storm_loses_nothing_and_no_step_ends_unasked",),
        ("storm unreachable",),
    ),
    Fault(
        "unreachable-real",
        "Telegram out of reach for minutes, real time",
        "no step ends unasked, the game comes to its end",
        LASTS,
        ("real drop_before",),
        {"REAL_FAULTS": "unreachable:300"},
    ),
    Fault(
        "every-update-twice",
        "a whole game in which every update comes twice and pairs change places",
        "the game is the clean one, event for event",
        LASTS,
        ("real double_update", "real shuffle_updates"),
        {"REAL_FAULTS": "twice:"},
    ),
    Fault(
        "twice-and-shuffled",
        "single updates twice, in another order",
        "the state of the clean run, or a refusal that is defined",
        (
            f"{HOST}/test_refused_actions.py::test_every_update_twice_and_shuffled",
            f"{HOST}/test_refused_actions.py::test_the_same_update_twice_counts_once",
            "tests/engine/test_order_of_taps.py",
        ),
    ),
    Fault(
        "clocks",
        "wall clock set by an hour, machine asleep, daylight saving",
        "no step skipped; time asleep counts for nobody",
        (f"{HOST}/test_clock_faults.py", "tests/bot/core/test_clock.py", "tests/bot/games/test_quiet_hours.py"),
    ),
    Fault(
        "fifty-taps",
        "fifty taps of one person in a moment",
        "one event, at most one call into the group",
        (f"{FAULTS}/test_crowded.py::test_fifty_taps_in_a_moment_are_one_event_and_one_call",),
        ("fifty taps",),
    ),
    Fault(
        "same-millisecond",
        "ten people act in the same millisecond",
        "ten of ten are recorded",
        (f"{FAULTS}/test_crowded.py::test_ten_of_ten_count_however_often",),
        ("ten in one millisecond",),
        {"CROWDED_TRIALS": "1000"},
    ),
    Fault(
        "forged-buttons",
        "data of buttons that nobody made, at unpacking and deciding",
        "no change of state by any of them",
        (f"{FUZZ}/test_buttons.py",),
        ("forged button",),
        {"FUZZ_BUTTONS": "1000000"},
    ),
    Fault(
        "forged-updates",
        "forged, replayed, borrowed, odd updates through the dispatcher",
        "nothing breaks, nobody's secret is told, no unlawful change",
        (f"{FUZZ}/test_dispatcher.py", f"{FUZZ}/test_two_cards.py"),
        ("fuzzed update",),
        {"FUZZ_UPDATES": "50000", "FUZZ_SEEDS": "2"},
    ),
    Fault(
        "strangers",
        "strangers, the dead, players of other tables",
        "refused in words that tell nothing",
        (f"{HOST}/test_refused_actions.py",),
    ),
    Fault(
        "blocked",
        "a player blocks the bot, or deletes the account",
        "the table is told, the game goes on, the card is seen from the group",
        (
            f"{FAULTS}/test_people.py::test_who_blocks_the_bot_still_sees_the_card_in_the_group_and_the_table_is_told",
        ),
        ("blocked",),
    ),
    Fault(
        "moved",
        "the group becomes a supergroup",
        "followed; the game ends in the new one",
        (f"{FAULTS}/test_people.py::test_a_group_that_becomes_a_supergroup_is_followed",),
        ("moved",),
    ),
    Fault(
        "rights",
        "rights lost, bot removed and added again",
        "one notice, and on",
        (f"{FAULTS}/test_people.py::test_rights_that_are_lost_are_told_once_and_the_bot_may_come_back",),
        ("rights lost", "removed"),
    ),
    Fault(
        "load",
        "forty games of ten at once against Telegram's limits",
        "no second 429 in a minute, no card later than 5 s",
        ("tests/virtual_clock/test_forty_tables.py",),
        but="250 live and 5,000 waiting games are measured by `make bench`",
    ),
    Fault(
        "slow-telegram",
        "every call takes 10 s, and 20 s",
        "what waits is bounded, stale edits become one, no step is shorter for it",
        (
            f"{FAULTS}/test_network.py::test_slow_calls_do_not_pile_up",
            "tests/virtual_clock/test_call_counts.py::test_a_step_runs_only_when_its_prompts_are_delivered",
        ),
        ("slow call",),
    ),
    Fault(
        "webhook-secret",
        "webhook without or with a wrong secret",
        "403 before anything is read",
        (f"{HOST}/test_web_server.py::test_who_does_not_know_the_secret_is_not_even_read",),
    ),
    Fault(
        "old-journals",
        "journals and databases of earlier releases and schemas",
        "the results they led to then; games in mid-play go on to their end",
        (f"{FAULTS}/test_old_journals.py", "tests/engine/test_codec.py"),
        ("old journal", "old database"),
        {"OLD_GAMES": "all"},
        but="0.1.0 is the first release: its own journals are the oldest there are",
    ),
    Fault(
        "renamed-or-gone",
        "players renamed or gone, opener or judge vanished",
        "the game comes to its end; a judge who has vanished is replaced",
        (
            f"{FAULTS}/test_people.py::test_opener_and_players_who_vanish_or_are_renamed_end_no_game",
            f"{HOST}/test_judge_seat.py::test_a_judge_who_has_vanished_is_replaced_by_the_bot",
        ),
        ("renamed", "vanished"),
    ),
    Fault(
        "two-programs",
        "a second program on the same SQLite file",
        "refused in one line",
        (
            f"{HOST}/test_startup.py::test_a_second_one_on_the_same_database",
            "tests/bot/storage/test_open_database.py::test_a_second_program_on_the_same_file_is_refused",
        ),
    ),
    Fault(
        "updates-lost",
        "updates lost for some minutes",
        "turns are lost and nothing else; the clock goes on",
        (f"{FAULTS}/test_people.py::test_updates_that_are_lost_for_a_while_cost_turns_and_nothing_else",),
        ("updates lost",),
    ),
    Fault(
        "taps-lost",
        "the host away for longer than Telegram keeps taps (150 s), in every step, killed again while it asks",
        "whoever is still awaited is asked again, once; what was tapped can be tapped again; nobody is blamed",
        (
            f"{HOST}/test_ask_again_after_outage.py::test_what_was_tapped_in_a_long_outage_is_asked_again_and_can_be_said",
            f"{HOST}/test_ask_again_after_outage.py::test_what_was_tapped_in_a_short_outage_counts_and_nobody_is_asked",
            f"{HOST}/test_takeover_after_outage.py",
            "tests/virtual_clock/test_ask_again_after_outage.py",
        ),
        ("tap lost", "long outage"),
    ),
    Fault(
        "updates-unfetched",
        "getUpdates fails for seconds and for minutes while all other calls go through",
        "no step ends meanwhile; what was tapped counts or is asked again; nobody is blamed; none stands for ever",
        (
            f"{HOST}/test_ask_again_after_outage.py::"
            "test_no_step_ends_while_updates_cannot_be_fetched_and_what_was_tapped_then_counts",
            "tests/virtual_clock/test_polling_outage.py",
        ),
        ("getUpdates failed", "deaf"),
    ),
    Fault(
        "tags",
        "the right to set tags lost and given back, calls refused, lost, held up 300 s, people kicked, restarts",
        "every tag is what it was before the game; no other chat and no table waits for it",
        ("tests/virtual_clock/test_seat_tags.py", f"{HOST}/test_seat_tags.py"),
        (
            *("tag refused", "tag down", "tag lost", "tag 300"),
            *(f"tags: {deed}" for deed in ("rights", "silently", "go", "rise", "restart", "reseat")),
            *(f"tags: {how}" for how in ("down", "lost", "3", "300")),
        ),
    ),
    Fault(
        "conductor-killed",
        "one of two processes on PostgreSQL killed under load, the leader and the other",
        "another process leads within 10 s; nothing acknowledged is lost",
        GO_ON,
        ("process kill", "process kill-another"),
        {"PROCESS_FAULTS": "kill,kill-another", "PROCESS_TABLES": "2"},
    ),
    Fault(
        "conductor-lost",
        "the leader frozen, cut off from PostgreSQL, in silence, its lock ended",
        "another process leads within 10 s; whoever has lost the lock sends nothing more",
        GO_ON,
        ("process freeze", "process cut", "process silence", "process terminate"),
        {"PROCESS_FAULTS": "freeze,cut,silence,terminate"},
    ),
    Fault(
        "two-at-once",
        "two processes asked at the same moment for a table in one group, for a seat at two",
        "one table; one seat",
        (f"{PROCESSES}::test_two_processes_asked_at_once_open_one_table_and_give_one_seat",),
        ("newgame at once", "two seats at once"),
        {"PROCESS_ROUNDS": "100"},
    ),
    Fault(
        "two-hosts",
        "two hosts in each other's way: groups that move, people forgotten, rows met half-way, a hung transaction",
        "each thing happens once, none is undone",
        (f"{HOST}/test_two_hosts.py", "tests/bot/storage/test_guards.py"),
    ),
    Fault(
        "store-moved",
        "the store moved from SQLite to PostgreSQL in mid-game",
        "the game goes on from its last entry",
        (
            f"{PROCESSES}::test_a_game_moves_from_a_file_to_postgresql_and_goes_on",
            "tests/bot/storage/test_copy_to_postgres.py",
        ),
        ("moved to PostgreSQL",),
    ),
    Fault(
        "membership",
        "killed, stopped, won, rights lost and regained, thrown out and back, while people are muted",
        "everybody is in the group what they were before the game, an admin's restriction with its end",
        (f"{HOST}/test_membership.py",),
        tuple(
            f"membership {name}"
            for name in (
                *("killed", "rights_lost_and_regained", "thrown_out_and_back"),
                *("won", "stopped", "stopped_without_rights", "stopped_while_it_was_killed"),
            )
        ),
        {"MEMBERSHIP_SEEDS": "15"},
    ),
    Fault(
        "admins-decide",
        "an admin bans, restricts or promotes somebody who is muted, the host at work or away",
        "what the admin has decided holds after the game",
        (
            f"{MUTES}::test_what_an_admin_decides_in_mid_game_holds_after_it",
            f"{MUTES}::test_who_was_banned_while_the_host_was_away_is_not_let_in_again",
        ),
        ("member changed by an admin",),
    ),
    Fault(
        "unmute-429",
        "429 of 35 s on the call that gives a speaker the word",
        "the speaker has the whole minute, the table is told why it waits",
        (f"{MUTES}::test_a_long_wait_before_an_unmute_costs_the_speaker_nothing",),
        ("unmute 429",),
    ),
    Fault(
        "restrictions-429",
        "429 of 70 s and of 300 s on restrictions",
        "no other table notices; the game goes on without mutes and says so once",
        (
            f"{MUTES}::test_one_chat_that_must_wait_holds_up_no_other",
            f"{MUTES}::test_where_limits_are_tight_the_game_goes_on_without_mutes_and_says_so_once",
        ),
        ("restriction 429",),
    ),
    Fault(
        "bad-values",
        "numbers out of range, NUL and halves of signs, in forged taps over HTTP and in units of work",
        "an answer at once, nothing tried again, no clock stands, what others bring is stored; on both alike",
        (
            f"{HOST}/test_forged_taps.py",
            "tests/bot/storage/test_bad_values.py",
            f"{FUZZ}/test_dispatcher.py::test_no_update_breaks_a_real_store",
        ),
        (
            *("forged tap with a bad value", "value that no database takes"),
            *("fuzzed update on sqlite", "fuzzed update on postgresql"),
        ),
    ),
    Fault(
        "update-fails",
        "an update that always fails, or ends the program at every start",
        "three tries, then it is put aside and told of, and the queue goes on",
        (
            "tests/bot/telegram/test_failed_updates.py",
            f"{HOST}/test_blocked_event_loop.py::test_what_ends_the_program_at_every_start_is_put_aside",
        ),
        ("update that always fails", "program ended by an update"),
    ),
    Fault(
        "row-fails",
        "a message that is owed and ends the program at every start while it is put into words",
        "three starts, then it is put aside and told of, and the others are sent",
        ("tests/bot/telegram/test_failed_rows.py",),
        ("program ended by a row that is owed",),
    ),
    Fault(
        "loop-stands",
        "the event loop blocked by a handler, within Python and within C; the whole program stopped and continued",
        "503 from another thread, the place in the log, a word to the owner; ended when it lasts",
        (
            f"{HOST}/test_blocked_event_loop.py::test_a_loop_that_stands_is_red_from_outside_and_told_of",
            f"{HOST}/test_blocked_event_loop.py::test_what_blocks_the_loop_for_long_ends_the_program",
            f"{HOST}/test_blocked_event_loop.py::test_a_program_that_was_stopped_as_a_whole_is_no_standing_loop",
        ),
        ("loop blocked", "program stuck", "program stopped and continued"),
        but="while C holds Python's lock nobody answers; the program ends by a timer of the system",
    ),
    Fault(
        "exchange",
        "two hidden cards, and what is asked with them at night, exchanged; people and computer players",
        "every call to everybody else is the same: text, keyboard, flags, order, and time in the group",
        ("tests/virtual_clock/test_exchanged_cards.py",),
        ("cards exchanged",),
        {"EXCHANGED": "10"},
    ),
    Fault(
        "onlooker",
        "evenings watched for their form: wordings, lengths, counts, whose phone lights up when",
        "a classifier guesses no hidden fact better than by chance, and notices two leaks made on purpose",
        ("tests/virtual_clock/test_onlooker.py",),
        ("evenings watched",),
        {"ONLOOKER": "500"},
    ),
    Fault(
        "second-opinion",
        "random games of the sport rules and of the city's nights, played by an independent model as well",
        "every step, speaker, vote, departure, answer and result is the model's",
        ("tests/independent_model/test_engine_against_model.py::test_engine_and_model_play_the_same_games",),
        ("duel",),
        {"DUELS": "20000"},
    ),
    Fault(
        "house-games",
        "random games by house rules: each rule set with each role of another, any cards, last words or not",
        "every game comes to its end, also where the last ones kill each other",
        ("tests/engine/test_house_games.py",),
        ("game by house rules",),
        {"HOUSE_GAMES": "300"},
    ),
)
