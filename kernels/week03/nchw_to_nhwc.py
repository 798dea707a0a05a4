def reference(in_):
    return in_.permute(0, 2, 3, 1).contiguous()
