def reference(in_):
    return in_.t().contiguous()
