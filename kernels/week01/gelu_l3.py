import torch


def reference(x, bias, residual):
    return torch.nn.functional.gelu(x + bias) + residual
