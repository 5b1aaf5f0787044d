package org.esbmt.administration.soap.internal.cxf;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of large parts of messages, in a folder of their own. Usable on any thread. */
public final class PartFiles {
    private static final String SUFFIX = ".part";

    private final Path folder;

    /**
     * Deletes the files of a process that was killed.
     *
     * @param folder of this node alone; made once a part needs it
     */
    public PartFiles(Path folder) throws IOException {
        this.folder = requireNonNull(folder, "folder");
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
                for (Path file : left) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** Makes an empty file, readable for this process's user alone. The caller deletes it. */
    Path create() throws IOException {
        Files.createDirectories(folder);
        return Files.createTempFile(folder, "", SUFFIX);
    }
}
