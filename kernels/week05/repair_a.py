import torch


def reference(x):
    largest = x.abs().amax(dim=1, keepdim=True)
    factor = torch.where(largest > 0, 127 / largest, torch.zeros_like(largest))
    return (x * factor).round().to(torch.int8), largest[:, 0] / 127
