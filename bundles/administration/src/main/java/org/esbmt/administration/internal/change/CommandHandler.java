package org.esbmt.administration.internal.change;

import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.Command;

/**
 * Executes the commands of one type. Any thread that may block.
 *
 * @param <C> the type
 * @param <R> the result of its commands
 */
@FunctionalInterface
public interface CommandHandler<C extends Command<R>, R> {
    R execute(Administrator by, C command) throws AdministrationException;
}
