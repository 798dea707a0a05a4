import torch


def reference(x, w, bias):
    return torch.nn.functional.gelu(x @ w + bias)
