import torch


def reference(interval, first, rate, gradients, weights):
    scale, good, scales = first, 0, []
    for gradient in gradients:
        scales.append(scale)
        scaled = (gradient * scale).half()
        if not scaled.isfinite().all():
            scale, good = scale / 2, 0
            continue
        weights = weights - rate * (scaled.float() / scale)
        good += 1
        if good == interval:
            scale, good = scale * 2, 0
    return weights, weights.half(), torch.tensor(scales, dtype=torch.float32, device=weights.device)
