# Makes the dark form of a picture from its light form.
s/#1d2433/#e9ecf3/g
s/#566074/#aab3c4/g
s/#1f5fbf/#86b4ff/g
s/#b4400a/#ff9d6b/g
s/#ffffff/#1b1e26/g
s/#f1f3f7/#2a2f3a/g
s/#8a94a6/#77829a/g
s/#e3edfc/#1d3357/g
s/#fbe7dc/#4a2917/g
