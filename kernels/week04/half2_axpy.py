def reference(a, x, y):
    return (a * x.float() + y.float()).half()
