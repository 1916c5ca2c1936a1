"""All routers in the order in which they are searched for a handler: the first matching filter decides."""

from aiogram import Router

from handlers import (
    doctor,
    forget,
    help,
    language,
    leave_question,
    membership,
    moves,
    only_in_groups,
    owner_commands,
    pause,
    privacy,
    protocol_and_record,
    role,
    rules,
    seat_handover,
    service_messages,
    solo_game,
    start,
    statistics,
    stop,
    surrender_and_time_out,
    unknown_buttons,
    unseat_and_keep_away,
    verify,
)
from handlers.group_settings import changes, open_menu, screens, typed_values
from handlers.judge import appointment, correction, panel, side_judge
from handlers.lobby import (
    cancel,
    extend,
    join,
    leave,
    new_game,
    next_game,
    outside_group,
    play_again,
    stand_ins,
    start_game,
    table_choices,
)
from handlers.messages import group_messages, private_messages
from handlers.plan import answers, draft
from handlers.plan import changes as plan_changes
from handlers.plan import command as plan_command
from handlers.tournament import buttons, command, protests

MODULES = (
    moves,  # first, because most taps are moves
    membership,
    service_messages,  # before everything that reads messages
    owner_commands,
    open_menu,  # before `outside_group`: its button has its own check
    screens,
    changes,
    typed_values,  # before `private_messages`: a reply to its question is a value
    help,
    language,
    role,
    verify,
    privacy,
    forget,
    protocol_and_record,
    statistics,
    pause,
    stop,  # these two before `only_in_groups`: they work where a solo game is played, too
    only_in_groups,
    solo_game,
    new_game,
    outside_group,  # before every other button of a lobby
    play_again,
    join,
    leave,
    stand_ins,
    start_game,
    table_choices,
    rules,
    plan_command,
    draft,
    answers,
    plan_changes,
    start,  # after all others with a link that is a /start, too
    doctor,
    extend,
    cancel,
    next_game,
    appointment,
    side_judge,
    unseat_and_keep_away,
    panel,
    correction,
    command,
    buttons,
    protests,
    surrender_and_time_out,
    leave_question,
    seat_handover,
    group_messages,  # these two after every command: they take all other messages
    private_messages,
    unknown_buttons,  # last: takes every tap that no other module handles
)

ROUTERS: tuple[Router, ...] = tuple(module.router for module in MODULES)
