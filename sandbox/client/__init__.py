"""A client for tests: people who write, tap, see, and wait for conditions (never for a fixed time).

async with Stage(sandbox) as stage:
    host = await stage.bot("1:token")
    olya = await stage.person("Оля")
    yard = await stage.group("Двор", [olya], host, rights=["can_restrict_members"])
    await olya.say("/newgame", yard)
    await olya.until(lambda: "Сесть за стол" in olya.buttons(yard))
    answer = await olya.tap("Сесть за стол", yard)
"""

from sandbox.client.stage import Answer, Group, Host, NeverCame, NoSuchButton, Person, Stage

__all__ = ["Answer", "Group", "Host", "NeverCame", "NoSuchButton", "Person", "Stage"]
