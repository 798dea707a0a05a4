import torch


def reference(x, gamma):
    wide = x.float()
    return (wide * torch.rsqrt(wide.square().mean(dim=1, keepdim=True) + 1e-5) * gamma.float()).bfloat16()
