def reference(weights, m, gradients, rate, beta1, beta2, decay):
    c = beta1 * m + (1 - beta1) * gradients
    return weights - rate * (c.sign() + decay * weights), beta2 * m + (1 - beta2) * gradients
