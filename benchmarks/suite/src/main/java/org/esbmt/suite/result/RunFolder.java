package org.esbmt.suite.result;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * Writes the folder of one run. From its begin {@code run.json} says that the run was interrupted. Only the end of the run replaces
 * that file, in one step. So a run that was killed, or whose disk was full, is never taken for a whole one. Each line is on the disk
 * when its method returns, and no line is there in part. One thread.
 */
public final class RunFolder implements AutoCloseable {
    private static final String RUN = "run.json";

    private final Path folder;
    private final Lines windows;
    private final Lines samples;
    private final Lines slices;

    private RunFolder(Path folder) throws IOException {
        this.folder = folder;
        windows = new Lines(folder.resolve("windows.csv"), Window.COLUMNS);
        samples = new Lines(folder.resolve("cpu.csv"), CpuSample.COLUMNS);
        slices = new Lines(folder.resolve(Slice.FILE), Slice.COLUMNS);
    }

    /**
     * Creates the folder.
     *
     * @param begun the description of a run that has no end yet
     * @throws IOException if the folder holds a run, or cannot be written
     */
    public static RunFolder create(Path folder, RunDescription begun) throws IOException {
        Files.createDirectories(folder);
        if (Files.exists(folder.resolve(RUN))) {
            throw new IOException(folder + " holds another run");
        }
        describe(folder, begun);
        return new RunFolder(folder);
    }

    /** Opens the folder of an interrupted run, whose lines stay. A last line without its end is removed. */
    public static RunFolder resume(Path folder, RunDescription begun) throws IOException {
        describe(folder, begun);
        return new RunFolder(folder);
    }

    public Path folder() {
        return folder;
    }

    /** Adds a window with its samples. */
    public void add(Window window, List<CpuSample> cpu) throws IOException {
        for (CpuSample sample : cpu) {
            samples.add(sample.line());
        }
        windows.add(window.line());
    }

    /** Adds a slice of load before the windows. */
    public void add(Slice slice) throws IOException {
        slices.add(slice.line());
    }

    /** Replaces {@code run.json} in one step. */
    public void describe(RunDescription description) throws IOException {
        describe(folder, description);
    }

    private static void describe(Path folder, RunDescription description) throws IOException {
        Path written = folder.resolve(RUN + ".new");
        try {
            write(written, description.json());
            Files.move(written, folder.resolve(RUN), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    private static void write(Path file, String text) throws IOException {
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            out.write(text.getBytes(UTF_8));
            out.getFD().sync();
        }
    }

    @Override
    public void close() throws IOException {
        try (Lines first = windows;
                Lines second = samples;
                Lines third = slices) {
            first.force();
            second.force();
            third.force();
        }
    }

    /** A file of whole lines. No channel, which an interrupt of its thread would close. */
    private static final class Lines implements AutoCloseable {
        private final RandomAccessFile file;

        Lines(Path path, String columns) throws IOException {
            file = new RandomAccessFile(path.toFile(), "rw");
            try {
                long whole = whole(path);
                file.setLength(whole);
                file.seek(whole);
                if (whole == 0) {
                    add(columns);
                }
            } catch (IOException e) {
                file.close();
                throw e;
            }
        }

        /** The length of the whole lines. */
        private static long whole(Path path) throws IOException {
            byte[] all = Files.readAllBytes(path);
            int length = all.length;
            while (length > 0 && all[length - 1] != '\n') {
                length--;
            }
            return length;
        }

        void add(String line) throws IOException {
            long good = file.getFilePointer();
            try {
                file.write((line + "\n").getBytes(UTF_8));
                force();
            } catch (IOException e) {
                file.setLength(good);
                throw e;
            }
        }

        void force() throws IOException {
            file.getFD().sync();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
