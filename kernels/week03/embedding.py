def reference(table, ids):
    return table[ids.long()]
