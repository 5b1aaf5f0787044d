package org.esbmt.administration.internal.change;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.BatchableCommand;
import org.esbmt.administration.api.command.Command;

/** Finds the one handler of a command. Filled before it is shared, then read by any thread. */
public final class CommandHandlers {
    private final Map<Class<?>, CommandHandler<?, ?>> handlers = new HashMap<>();

    public <R, C extends Command<R>> CommandHandlers add(Class<C> type, CommandHandler<C, R> handler) {
        if (handlers.put(type, requireNonNull(handler, "handler")) != null) {
            throw new IllegalStateException("two handlers execute " + type.getSimpleName());
        }
        return this;
    }

    public CommandHandlers addAll(CommandHandlers others) {
        others.handlers.forEach((type, handler) -> {
            if (handlers.put(type, handler) != null) {
                throw new IllegalStateException("two handlers execute " + type.getSimpleName());
            }
        });
        return this;
    }

    public <R> R execute(Administrator by, Command<R> command) throws AdministrationException {
        return this.<R, Command<R>>find(command).execute(by, command);
    }

    /** The handler of a command as a step of a batch. */
    @SuppressWarnings("unchecked") // add() pairs a type with its handler, and every batchable command has this kind
    public <C extends BatchableCommand<?>> StepHandler<C, ?, ?> step(C command) {
        return (StepHandler<C, ?, ?>) find(command.getClass());
    }

    @SuppressWarnings("unchecked") // add() pairs a type with its handler
    private <R, C extends Command<R>> CommandHandler<C, R> find(C command) {
        return (CommandHandler<C, R>) find(command.getClass());
    }

    private CommandHandler<?, ?> find(Class<?> type) {
        CommandHandler<?, ?> handler = handlers.get(type);
        if (handler == null) {
            throw new IllegalStateException("no handler executes " + type.getSimpleName());
        }
        return handler;
    }

    public Set<Class<?>> types() {
        return Set.copyOf(handlers.keySet());
    }
}
