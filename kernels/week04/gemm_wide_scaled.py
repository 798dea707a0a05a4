def reference(a, b, c, alpha, beta):
    return alpha * (a @ b) + beta * c
