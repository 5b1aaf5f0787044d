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

    /**
     * Creates the folder.
     *
     * @param begun the description of a run that has no end yet
     * @throws IOException if the folder holds a run, or cannot be written
     */
    public RunFolder(Path folder, RunDescription begun) throws IOException {
        this.folder = folder;
        Files.createDirectories(folder);
        if (Files.exists(folder.resolve(RUN))) {
            throw new IOException(folder + " holds another run");
        }
        describe(begun);
        windows = new Lines(folder.resolve("windows.csv"), Window.COLUMNS);
        samples = new Lines(folder.resolve("cpu.csv"), CpuSample.COLUMNS);
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

    /** Replaces {@code run.json} in one step. */
    public void describe(RunDescription description) throws IOException {
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
                Lines second = samples) {
            first.force();
            second.force();
        }
    }

    /** A file of whole lines. No channel, which an interrupt of its thread would close. */
    private static final class Lines implements AutoCloseable {
        private final RandomAccessFile file;

        Lines(Path path, String columns) throws IOException {
            Files.createFile(path);
            file = new RandomAccessFile(path.toFile(), "rw");
            try {
                add(columns);
            } catch (IOException e) {
                file.close();
                throw e;
            }
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
