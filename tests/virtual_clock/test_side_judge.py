"""What a side judge proposes is shown to the judge once."""

from aiogram.methods import SendMessage

from bot.telegram.buttons.callback_data import JudgeAction, JudgeTap
from engine.commands import Verb
from tests.kits.virtual_clock.intake import People
from tests.virtual_clock.test_offences import JUDGE_ID, room

SIDE_JUDGE = 902


async def test_a_proposal_that_telegram_brings_again_is_one_proposal() -> None:
    async with room(judged=True) as at:
        people, live, host = People(at.house), at.live, at.house.host
        await host.people.change(SIDE_JUDGE, name="Боковой", reachable=True)
        assert await host.appointment.name_side_judge(live, SIDE_JUDGE, "Боковой", "")
        await at.delivered()
        before = len(at.house.telegram.calls)
        code = live.table.rules.ruleset.clauses[Verb.FOUL][0].code
        foul = JudgeTap(game=live.id, wish=JudgeAction.DO, verb=Verb.FOUL, seat=4, code=code)
        tap = people.tap(SIDE_JUDGE, foul.pack(), 1)
        await people.bring(tap, tap)
        await at.delivered()
        shown = [call for call in at.house.telegram.calls[before:] if call.chat == JUDGE_ID]
        assert sum(isinstance(call.method, SendMessage) for call in shown) == 1
        assert not people.troubles
