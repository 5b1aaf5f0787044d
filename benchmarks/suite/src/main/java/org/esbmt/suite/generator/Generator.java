package org.esbmt.suite.generator;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.esbmt.load.Pinned;

/** A program that makes load. */
public interface Generator {
    /** The name in the results. */
    String name();

    /**
     * Runs one window.
     *
     * @throws IOException if the program fails; nothing of the window counts then
     */
    Outcome run(Work work) throws IOException, InterruptedException;

    /** wrk, or else the loop of our own. */
    static Generator closed(Path folder) {
        return Pinned.onPath("wrk") ? new Wrk(folder) : new OwnLoop();
    }

    /** Vegeta, if it is installed. */
    static Optional<Generator> open(Path folder) {
        return Pinned.onPath("vegeta") ? Optional.of(new Vegeta(folder)) : Optional.empty();
    }
}
