import torch


def reference(a, x, y):
    factor = float(torch.tensor(a).half())
    return (factor * x.float() + y.float()).clamp(min=0).half()
