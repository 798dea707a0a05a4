import torch


def reference(logits, target):
    rows = torch.arange(len(target), device=target.device)
    logarithms = logits.log_softmax(dim=1)
    gradient = logarithms.exp()
    gradient[rows, target.long()] -= 1
    return -logarithms[rows, target.long()], gradient


TIMED = "PyTorch's cross_entropy and its backward pass"


def timed(logits, target):
    leaf = logits.detach().requires_grad_()
    loss = torch.nn.functional.cross_entropy(leaf, target.long(), reduction="none")
    return loss, torch.autograd.grad(loss.sum(), leaf)[0]
