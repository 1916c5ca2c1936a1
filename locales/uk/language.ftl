# /lang.

language-choose = Якою мовою говорити?
language-set = Гаразд, говоримо українською.
