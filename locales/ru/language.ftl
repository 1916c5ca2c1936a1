# /lang.

language-choose = На каком языке говорить?
language-set = Хорошо, говорим по-русски.
