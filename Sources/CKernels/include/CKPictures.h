#ifndef CKPICTURES_H
#define CKPICTURES_H

#include <stdint.h>

// Pictures of any arrangement of values as those that programs ask for. Nothing allocates: callers bring memory for some rows.

/// What the components of a picture are.
typedef enum { CKPictureLumaChroma = 0, CKPictureRGB, CKPicturePalette } CKPictureKind;

/// A picture in memory. Rows may have any distance; a value is at most 16 bits, little-endian, and begins with a whole byte.
typedef struct {
    /// The second plane of a picture with a palette is the palette: 256 numbers of 32 bits, alpha first.
    const uint8_t *_Nullable planes[4];
    int64_t strides[4];
    int32_t width, height;
    CKPictureKind kind;
    /// Luma, Cb, Cr and alpha, or red, green, blue and alpha: how many there are, and of each the plane, the bytes from one value to
    /// the next, those before the first one, the bits below a value and the bits of a value.
    int32_t components;
    int32_t plane[4], step[4], offset[4], shift[4], depth[4];
    int32_t hasAlpha;
    /// How many times chroma is halved across and down.
    int32_t chromaX, chromaY;
    /// Whether luma and chroma have the full range of numbers.
    int32_t isFullRange;
    /// The shares of red and blue in luma.
    double red, blue;
} CKPicture;

/// How many bytes of memory a conversion of pictures of this width needs for itself.
int64_t CKPictureScratch(int32_t width);

/// Converts to four bytes a pixel: blue, green, red, alpha.
void CKPictureToBGRA(
    const CKPicture *_Nonnull picture, uint8_t *_Nonnull target, int64_t stride, uint8_t *_Nonnull scratch);

/// Converts to a plane of luma, and one of Cb and Cr for two by two pixels.
///
/// Values of a picture that is arranged like that, with the range that is asked for, stay what they are.
void CKPictureToBiPlanar(
    const CKPicture *_Nonnull picture, uint8_t *_Nonnull luma, int64_t lumaStride, uint8_t *_Nonnull chroma,
    int64_t chromaStride, int32_t isFullRange, uint8_t *_Nonnull scratch);

/// Rows of four bytes a pixel.
typedef struct {
    uint8_t *_Nonnull base;
    int64_t stride;
    int32_t width, height;
} CKPixels;

/// Draws pixels turned and scaled: the pixel of the target at x and y shows the source at a x + c y + e and b x + d y + f, where numbers
/// count from a corner and a pixel's centre is at its half. Where the source is larger, its pixels are averaged.
void CKDrawPixels(const CKPixels *_Nonnull source, const CKPixels *_Nonnull target, const double *_Nonnull matrix);

#endif
