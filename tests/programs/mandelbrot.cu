// Covers: double arithmetic, divergent loops, uchar4 pixels, an image written to a file and read
// back.
//? options: --write .
//? prints: mandelbrot: 160 x 120 image, 2 of 3 probed points are inside
#include <complex>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

__global__ void mandelbrot(uchar4 *image, int width, int height, double left, double top, double step, int limit)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    double cr = left + x * step, ci = top - y * step, zr = 0, zi = 0;
    int count = 0;
    while (count < limit && zr * zr + zi * zi <= 4.0) {
        double next = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = next;
        count++;
    }
    unsigned char shade = count == limit ? 0 : 255 - count;
    image[y * width + x] = make_uchar4(shade, shade, count % 8 * 32, 255);
}

static bool is_inside(std::complex<double> c, int limit)
{
    std::complex<double> z = 0;
    for (int count = 0; count < limit; count++)
        if (std::norm(z = z * z + c) > 4.0)
            return false;
    return true;
}

int main()
{
    const int width = 160, height = 120, limit = 200;
    const double left = -2.0, top = 1.2, step = 0.02;
    std::vector<uchar4> image(width * height);
    uchar4 *device_image;
    cudaMalloc(&device_image, image.size() * sizeof(uchar4));
    dim3 block(32, 4, 1), grid((width + 31) / 32, (height + 3) / 4);
    mandelbrot<<<grid, block>>>(device_image, width, height, left, top, step, limit);
    cudaMemcpy(image.data(), device_image, image.size() * sizeof(uchar4), cudaMemcpyDeviceToHost);
    cudaFree(device_image);

    const std::string name = "mandelbrot.pgm";
    std::ofstream out(name, std::ios::binary);
    out << "P5 " << width << " " << height << " 255\n";
    for (const uchar4 &pixel : image)
        out.put((char)pixel.x);
    out.close();
    std::ifstream in(name, std::ios::binary);
    std::string kind;
    int columns = 0, rows = 0, most = 0, inside = 0;
    in >> kind >> columns >> rows >> most;
    bool right = kind == "P5" && columns == width && rows == height && most == 255;
    for (int x : {50, 100, 150}) {
        std::complex<double> c(left + x * step, top - 60 * step);
        inside += image[60 * width + x].x == 0;
        right = right && (image[60 * width + x].x == 0) == is_inside(c, limit);
    }
    if (right)
        std::cout << "mandelbrot: " << columns << " x " << rows << " image, " << inside
                  << " of 3 probed points are inside" << std::endl;
    std::remove(name.c_str());
    return right ? 0 : 1;
}
