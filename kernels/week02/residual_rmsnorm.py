import torch


def reference(x, residual, weight):
    h = x + residual
    return h, h * torch.rsqrt(h.square().mean(dim=1, keepdim=True) + 1e-5) * weight
