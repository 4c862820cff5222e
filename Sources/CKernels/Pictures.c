#include "CKernels.h"
#include <string.h>

static inline int clamp(int value) { return value < 0 ? 0 : value > 255 ? 255 : value; }
static inline int smaller(int one, int other) { return one < other ? one : other; }
/// The pixel of `count` at a place: the nearest one, and the first one for what is no number.
static inline int nearest(double place, int count) {
    if (!(place > 0)) return 0;
    return place < count ? (int)place : count - 1;
}
static inline int rounded(double value) { return (int)(value < 0 ? value - 0.5 : value + 0.5); }

/// How many values a row of a component has, and how many rows there are.
static int columns(const CKPicture *p, int component) {
    int shift = p->kind == CKPictureLumaChroma && (component == 1 || component == 2) ? p->chromaX : 0;
    return (p->width + (1 << shift) - 1) >> shift;
}

/// The values of a row as bytes: those in the picture where they are bytes side by side, else those that are put into `memory`.
static const uint8_t *values(const CKPicture *p, int component, int row, uint8_t *memory) {
    const uint8_t *in = p->planes[p->plane[component]] + row * p->strides[p->plane[component]] + p->offset[component];
    int step = p->step[component], shift = p->shift[component], depth = p->depth[component];
    int count = columns(p, component);
    if (step == 1 && shift == 0 && depth == 8) return in;
    if (shift + depth <= 8) {
        int mask = (1 << depth) - 1;
        for (int i = 0; i < count; i++) {
            int value = in[i * step] >> shift & mask;
            memory[i] = (uint8_t)(depth == 8 ? value : value * 255 / mask);
        }
        return memory;
    }
    for (int i = 0; i < count; i++) {
        int value = (in[i * step] | in[i * step + 1] << 8) >> shift & ((1 << depth) - 1);
        if (depth > 8)
            memory[i] = (uint8_t)smaller((value + (1 << (depth - 9))) >> (depth - 8), 255);
        else
            memory[i] = (uint8_t)(value * 255 / ((1 << depth) - 1));
    }
    return memory;
}

int64_t CKPictureScratch(int32_t width) { return ((int64_t)width + 16) * 16; }

// Numbers of 16 bits behind the point.
typedef struct {
    int luma, lumaZero, crToRed, cbToBlue, cbToGreen, crToGreen;
} Matrix;

static Matrix matrix(const CKPicture *p) {
    double green = 1 - p->red - p->blue;
    double chroma = p->isFullRange ? 65536.0 : 65536.0 * 255 / 224;
    return (Matrix){
        .luma = rounded(p->isFullRange ? 65536.0 : 65536.0 * 255 / 219),
        .lumaZero = p->isFullRange ? 0 : 16,
        .crToRed = rounded(chroma * 2 * (1 - p->red)),
        .cbToBlue = rounded(chroma * 2 * (1 - p->blue)),
        .cbToGreen = rounded(chroma * 2 * p->blue * (1 - p->blue) / green),
        .crToGreen = rounded(chroma * 2 * p->red * (1 - p->red) / green),
    };
}

static void rowToBGRA(const CKPicture *p, const Matrix *m, int row, uint8_t *target, uint8_t *scratch) {
    int width = p->width;
    int64_t room = (int64_t)width + 16;
    if (p->kind == CKPicturePalette) {
        const uint8_t *in = p->planes[0] + row * p->strides[0];
        for (int x = 0; x < width; x++) {
            uint32_t colour;
            memcpy(&colour, p->planes[1] + in[x] * 4, 4);
            target[4 * x] = (uint8_t)colour;
            target[4 * x + 1] = (uint8_t)(colour >> 8);
            target[4 * x + 2] = (uint8_t)(colour >> 16);
            target[4 * x + 3] = (uint8_t)(colour >> 24);
        }
        return;
    }
    const uint8_t *alpha = NULL;
    if (p->hasAlpha) alpha = values(p, p->components - 1, row, scratch + 3 * room);
    if (p->kind == CKPictureRGB) {
        const uint8_t *red = values(p, 0, row, scratch), *green = values(p, 1, row, scratch + room);
        const uint8_t *blue = values(p, 2, row, scratch + 2 * room);
        for (int x = 0; x < width; x++) {
            target[4 * x] = blue[x];
            target[4 * x + 1] = green[x];
            target[4 * x + 2] = red[x];
            target[4 * x + 3] = alpha ? alpha[x] : 255;
        }
        return;
    }
    const uint8_t *luma = values(p, 0, row, scratch);
    int hasChroma = p->components >= 3;
    const uint8_t *blue = hasChroma ? values(p, 1, row >> p->chromaY, scratch + room) : NULL;
    const uint8_t *red = hasChroma ? values(p, 2, row >> p->chromaY, scratch + 2 * room) : NULL;
    for (int x = 0; x < width; x++) {
        int y = (luma[x] - m->lumaZero) * m->luma + 32768;
        int cb = hasChroma ? blue[x >> p->chromaX] - 128 : 0, cr = hasChroma ? red[x >> p->chromaX] - 128 : 0;
        target[4 * x] = (uint8_t)clamp((y + cb * m->cbToBlue) >> 16);
        target[4 * x + 1] = (uint8_t)clamp((y - cb * m->cbToGreen - cr * m->crToGreen) >> 16);
        target[4 * x + 2] = (uint8_t)clamp((y + cr * m->crToRed) >> 16);
        target[4 * x + 3] = alpha ? alpha[x] : 255;
    }
}

void CKPictureToBGRA(const CKPicture *p, uint8_t *target, int64_t stride, uint8_t *scratch) {
    Matrix m = matrix(p);
    for (int row = 0; row < p->height; row++) rowToBGRA(p, &m, row, target + row * stride, scratch);
}

void CKDrawPixels(const CKPixels *source, const CKPixels *target, const double *m) {
    // How many pixels of the source one of the target covers, across and down.
    double across = (m[0] < 0 ? -m[0] : m[0]) + (m[1] < 0 ? -m[1] : m[1]);
    double down = (m[2] < 0 ? -m[2] : m[2]) + (m[3] < 0 ? -m[3] : m[3]);
    int columns = across < 16 ? (int)(across + 0.999) : 16, rows = down < 16 ? (int)(down + 0.999) : 16;
    if (columns < 1) columns = 1;
    if (rows < 1) rows = 1;
    for (int y = 0; y < target->height; y++) {
        uint8_t *out = target->base + y * target->stride;
        for (int x = 0; x < target->width; x++, out += 4) {
            int sums[4] = {0};
            for (int row = 0; row < rows; row++) {
                double v = y + (row + 0.5) / rows;
                for (int column = 0; column < columns; column++) {
                    double u = x + (column + 0.5) / columns;
                    double left = m[0] * u + m[2] * v + m[4], top = m[1] * u + m[3] * v + m[5];
                    int sx = nearest(left, source->width);
                    int sy = nearest(top, source->height);
                    const uint8_t *in = source->base + sy * source->stride + 4 * (int64_t)sx;
                    for (int i = 0; i < 4; i++) sums[i] += in[i];
                }
            }
            int count = rows * columns;
            for (int i = 0; i < 4; i++) out[i] = (uint8_t)((sums[i] + count / 2) / count);
        }
    }
}

// What becomes of the numbers of one range in the other.
typedef struct {
    uint8_t luma[256], chroma[256];
} Ranges;

static Ranges ranges(int fromFull, int toFull) {
    Ranges r;
    for (int i = 0; i < 256; i++) {
        if (fromFull == toFull) {
            r.luma[i] = r.chroma[i] = (uint8_t)i;
        } else if (fromFull) {
            r.luma[i] = (uint8_t)clamp(rounded(16 + i * 219.0 / 255));
            r.chroma[i] = (uint8_t)clamp(rounded(128 + (i - 128) * 224.0 / 255));
        } else {
            r.luma[i] = (uint8_t)clamp(rounded((i - 16) * 255.0 / 219));
            r.chroma[i] = (uint8_t)clamp(rounded(128 + (i - 128) * 255.0 / 224));
        }
    }
    return r;
}

/// Luma and chroma of two rows of blue, green, red, alpha. The second row is the first one again at the end of an odd picture.
static void colours(
    const CKPicture *p, const uint8_t *rows[2], uint8_t *lumas[2], uint8_t *chroma, int isFullRange) {
    double scale = isFullRange ? 1 : 219.0 / 255, chromaScale = isFullRange ? 1 : 224.0 / 255;
    int zero = isFullRange ? 0 : 16, green = rounded(65536 * scale * (1 - p->red - p->blue));
    int red = rounded(65536 * scale * p->red), blue = rounded(65536 * scale * p->blue);
    double toBlue = chromaScale / (2 * (1 - p->blue)), toRed = chromaScale / (2 * (1 - p->red));
    for (int row = 0; row < 2; row++) {
        if (!lumas[row]) continue;
        for (int x = 0; x < p->width; x++) {
            const uint8_t *in = rows[row] + 4 * x;
            lumas[row][x] = (uint8_t)clamp(((in[0] * blue + in[1] * green + in[2] * red + 32768) >> 16) + zero);
        }
    }
    for (int x = 0; x < (p->width + 1) / 2; x++) {
        int next = smaller(2 * x + 1, p->width - 1);
        const uint8_t *four[4] = {rows[0] + 8 * x, rows[0] + 4 * next, rows[1] + 8 * x, rows[1] + 4 * next};
        int b = 0, g = 0, r = 0;
        for (int i = 0; i < 4; i++) {
            b += four[i][0];
            g += four[i][1];
            r += four[i][2];
        }
        double y = p->blue * b + p->red * r + (1 - p->red - p->blue) * g;
        chroma[2 * x] = (uint8_t)clamp(rounded(128 + (b - y) / 4 * toBlue));
        chroma[2 * x + 1] = (uint8_t)clamp(rounded(128 + (r - y) / 4 * toRed));
    }
}

/// Every other value of two rows with those beside and below it, on average.
static void halved(const CKPicture *p, const uint8_t *one, const uint8_t *other, const uint8_t *map, uint8_t *target) {
    int count = columns(p, 1);
    for (int x = 0; x < (p->width + 1) / 2; x++) {
        int sum;
        if (p->chromaX == 0) {
            int next = smaller(2 * x + 1, count - 1);
            sum = one[2 * x] + one[next] + other[2 * x] + other[next] + 2;
            sum >>= 2;
        } else {
            int place = smaller(x >> (p->chromaX - 1), count - 1);
            sum = (one[place] + other[place] + 1) >> 1;
        }
        target[2 * x] = map[sum];
    }
}

static void chromaRow(const CKPicture *p, int row, const Ranges *r, uint8_t *target, uint8_t *scratch) {
    int64_t room = (int64_t)p->width + 16;
    int first = row, second = row;
    if (p->chromaY == 0) {
        first = 2 * row;
        second = smaller(2 * row + 1, p->height - 1);
    } else {
        first = second = row >> (p->chromaY - 1);
    }
    for (int component = 1; component <= 2; component++) {
        const uint8_t *one = values(p, component, first, scratch);
        const uint8_t *other = second == first ? one : values(p, component, second, scratch + room);
        halved(p, one, other, r->chroma, target + component - 1);
    }
}

void CKPictureToBiPlanar(
    const CKPicture *p, uint8_t *luma, int64_t lumaStride, uint8_t *chroma, int64_t chromaStride, int32_t isFullRange,
    uint8_t *scratch) {
    int width = p->width, height = p->height;
    int64_t room = (int64_t)width + 16;
    if (p->kind != CKPictureLumaChroma) {
        Matrix none = {0};
        uint8_t *four = scratch + 4 * room;
        for (int row = 0; row < height; row += 2) {
            const uint8_t *rows[2] = {four, row + 1 < height ? four + 4 * room : four};
            rowToBGRA(p, &none, row, four, scratch);
            if (row + 1 < height) rowToBGRA(p, &none, row + 1, four + 4 * room, scratch);
            uint8_t *lumas[2] = {luma + row * lumaStride, row + 1 < height ? luma + (row + 1) * lumaStride : NULL};
            colours(p, rows, lumas, chroma + row / 2 * chromaStride, isFullRange);
        }
        return;
    }
    Ranges r = ranges(p->isFullRange != 0, isFullRange != 0);
    for (int row = 0; row < height; row++) {
        const uint8_t *in = values(p, 0, row, scratch);
        uint8_t *out = luma + row * lumaStride;
        for (int x = 0; x < width; x++) out[x] = r.luma[in[x]];
    }
    for (int row = 0; row < (height + 1) / 2; row++) {
        uint8_t *out = chroma + row * chromaStride;
        if (p->components < 3)
            memset(out, 128, 2 * (size_t)((width + 1) / 2));
        else
            chromaRow(p, row, &r, out, scratch);
    }
}
