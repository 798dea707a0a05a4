def reference(x, wq, wk, wv):
    return x @ wq, x @ wk, x @ wv
