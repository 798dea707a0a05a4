import torch


def reference(x):
    return torch.logsumexp(x, 1)
