import torch


def reference(m, v):
    return torch.bmm(m, v.unsqueeze(2)).squeeze(2)
