"""answerCallbackQuery."""

from tests.kits.sandbox.stage import Cast, keyboard


async def test_an_answer_at_the_limit_passes(cast: Cast) -> None:
    query = await cast.tap(await cast.bot.send_message(cast.ann, "tap", reply_markup=keyboard("a")))
    assert await cast.bot.answer_callback_query(query, text="я" * 200, show_alert=True)
    answer = await cast.stage.do("callback_answer", query_id=query)
    assert (answer["text"], answer["alert"]) == ("я" * 200, True)


async def test_a_query_is_answered_once(cast: Cast) -> None:
    query = await cast.tap(await cast.bot.send_message(cast.ann, "tap", reply_markup=keyboard("a")))
    assert await cast.stage.do("callback_answer", query_id=query) is None
    await cast.bot.answer_callback_query(query, text="first")
    assert (await cast.stage.do("callback_answer", query_id=query, wait=5))["text"] == "first"
