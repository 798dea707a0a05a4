from torch.nn.functional import gelu, layer_norm


def reference(x, gamma, beta):
    return gelu(layer_norm(x, x.shape[1:], gamma, beta))
