# /rules: правила столу.

rules-title = <b>{ $ruleset }</b>
rules-option = { $name }: { $value }
rules-option-changed = ✏️ { $name }: <b>{ $value }</b>
