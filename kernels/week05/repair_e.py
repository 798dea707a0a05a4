import torch


def reference(x):
    c = x.unbind(dim=1)
    return torch.stack([
        c[0].abs().log1p(), c[1].tanh(), c[2].abs() ** 0.3, c[3].erf(),
        c[4].sign() * c[4].abs() ** (1 / 3), torch.nn.functional.silu(c[5]), c[6].asinh(),
        torch.special.ndtr(c[7]),
    ], dim=1)
