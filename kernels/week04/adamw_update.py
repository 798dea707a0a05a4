from functools import cache

import torch

TIMED = "PyTorch's AdamW, fused"


def reference(weights, m, v, gradients, step, rate, beta1, beta2, decay):
    first = beta1 * m + (1 - beta1) * gradients
    second = beta2 * v + (1 - beta2) * gradients.square()
    m_hat, v_hat = first / (1 - beta1**step), second / (1 - beta2**step)
    return weights - rate * (m_hat / (v_hat.sqrt() + 1e-8) + decay * weights), first, second


@cache
def step_before(step, device):
    """An optimiser keeps its step on the GPU."""
    return torch.tensor(step - 1.0, device=device)


def timed(weights, m, v, gradients, step, rate, beta1, beta2, decay):
    from torch.optim.adamw import adamw

    adamw([weights], [gradients], [m], [v], [], [step_before(step, weights.device)], fused=True, amsgrad=False,
          beta1=beta1, beta2=beta2, lr=rate, weight_decay=decay, eps=1e-8, maximize=False)
