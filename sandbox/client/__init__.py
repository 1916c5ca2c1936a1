"""A client for tests: people who write, tap, see, and wait for conditions (never for a fixed time).

async with Client(sandbox) as client:
    bot = await client.bot("1:token")
    olya = await client.person("Оля")
    yard = await client.group("Двор", [olya], bot, rights=["can_restrict_members"])
    await olya.say("/newgame", yard)
    await olya.until(lambda: "Сесть за стол" in olya.buttons(yard))
    answer = await olya.tap("Сесть за стол", yard)
"""

from sandbox.client.client import Answer, BotAccount, Client, Group, NoSuchButton, Person, WaitTimeout

__all__ = ["Answer", "BotAccount", "Client", "Group", "NoSuchButton", "Person", "WaitTimeout"]
