package org.esbmt.administration.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchReport;
import org.esbmt.administration.api.command.Command;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserRef;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** Executes a command by the handler that a test gave for its type, and remembers the last caller. Batches have no dry run. */
public final class InMemoryCommands implements Administration {
    private final Map<Class<?>, Handler<?, ?>> handlers = new HashMap<>();
    private Optional<Administrator> lastBy = Optional.empty();

    /** Executes the commands of one type. */
    @FunctionalInterface
    public interface Handler<C, R> {
        R execute(Administrator by, C command) throws AdministrationException;
    }

    /** As {@link Handler}, without a result. */
    @FunctionalInterface
    public interface Deed<C> {
        void execute(Administrator by, C command) throws AdministrationException;
    }

    /** Takes the handlers of other doubles; each of them still remembers its own callers. */
    public InMemoryCommands(InMemoryCommands... others) {
        for (InMemoryCommands other : others) {
            other.handlers
                    .keySet()
                    .forEach(type -> handlers.put(type, (Handler<Command<Object>, Object>) other::execute));
        }
    }

    public <R, C extends Command<R>> InMemoryCommands on(Class<C> type, Handler<C, R> handler) {
        handlers.put(type, requireNonNull(handler, "handler"));
        return this;
    }

    public <C extends Command<Done>> InMemoryCommands does(Class<C> type, Deed<C> deed) {
        requireNonNull(deed, "deed");
        return on(type, (by, command) -> {
            deed.execute(by, command);
            return Done.DONE;
        });
    }

    /** The last caller of a command, or of a query if its double records it. */
    public synchronized Optional<Administrator> lastBy() {
        return lastBy;
    }

    synchronized void asked(Administrator by) {
        lastBy = Optional.of(by);
    }

    @Override
    @SuppressWarnings("unchecked") // on() pairs a type with its handler
    public synchronized <R> R execute(Administrator by, Command<R> command) throws AdministrationException {
        asked(by);
        Handler<Command<R>, R> handler = (Handler<Command<R>, R>)
                requireNonNull(handlers.get(command.getClass()), "a handler of " + command.getClass());
        return handler.execute(by, command);
    }

    @Override
    public BatchReport dryRun(Administrator by, Batch batch) {
        throw new UnsupportedOperationException("no batch is executed here");
    }

    static TenantId id(TenantRef tenant) {
        return ((TenantRef.Known) tenant).id();
    }

    static byte[] bytes(Content content) {
        try {
            return content.open().readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Content content) {
        return new String(bytes(content), UTF_8);
    }

    static UserId id(UserRef user) {
        return ((UserRef.ById) user).id();
    }
}
