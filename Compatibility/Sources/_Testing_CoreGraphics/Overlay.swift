// The compiler imports the module of this name into each file that imports Testing and CoreGraphics. On a Mac it attaches
// images to tests; here it is empty, because there are no images, and is there so that such files compile.
