from torch.nn.functional import layer_norm


def reference(x, gamma, beta):
    return layer_norm(x, x.shape[1:], gamma, beta)
