package org.esbmt.commandline;

import static java.util.Objects.requireNonNull;

/** A change without an answer yet. If the process is interrupted meanwhile, it tells how to repeat the change. */
final class InFlight {
    private final Thread hook;

    private InFlight(Thread hook) {
        this.hook = requireNonNull(hook, "hook");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** @param key of the request */
    static InFlight of(Terminal terminal, String key) {
        String text = Failure.inDoubt("Interrupted.", key).getMessage();
        return new InFlight(new Thread(() -> text.lines().forEach(terminal.err()::println), "interrupted"));
    }

    /** Ends the watch: there is an answer, or a failure that says the same. */
    void end() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the process ends
        }
    }
}
