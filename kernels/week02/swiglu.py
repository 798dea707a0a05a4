import torch


def reference(x, cols):
    return torch.nn.functional.silu(x[:, :cols]) * x[:, cols:]
