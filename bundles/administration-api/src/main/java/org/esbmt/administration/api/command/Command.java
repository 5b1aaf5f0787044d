package org.esbmt.administration.api.command;

/**
 * One change that an administrator asks for. A command is a value: it holds no secrets but {@code Password}s, which its author closes
 * when the command is executed. Errors are those of {@link Administration#execute}; a command's own are named at its record.
 *
 * @param <R> the result; {@link Done} for a command that tells nothing else
 */
public sealed interface Command<R>
        permits BatchableCommand, Batch, AccountCommand, ComponentCommand, NodeCommand, SystemUserCommand {}
