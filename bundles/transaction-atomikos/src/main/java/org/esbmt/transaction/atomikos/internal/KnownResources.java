package org.esbmt.transaction.atomikos.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.esbmt.files.api.DurableFiles;
import org.esbmt.transaction.api.ResourceName;

/** The names of all resources that may have branches of ours, on the disk. Thread-safe. */
final class KnownResources {
    private final Path file;
    private NavigableSet<ResourceName> names = new TreeSet<>();

    KnownResources(Path file) throws IOException {
        this.file = file;
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file, UTF_8)) {
                names.add(new ResourceName(line));
            }
        }
    }

    synchronized NavigableSet<ResourceName> all() {
        return new TreeSet<>(names);
    }

    /** Returns after the name has reached the disk. */
    synchronized void add(ResourceName name) throws IOException {
        if (!names.contains(name)) {
            NavigableSet<ResourceName> more = all();
            more.add(name);
            store(more);
        }
    }

    synchronized void remove(ResourceName name) throws IOException {
        NavigableSet<ResourceName> fewer = all();
        fewer.remove(name);
        store(fewer);
    }

    private void store(NavigableSet<ResourceName> changed) throws IOException {
        String lines = changed.stream().map(name -> name + "\n").collect(Collectors.joining());
        DurableFiles.replace(file, lines.getBytes(UTF_8));
        names = changed;
    }
}
