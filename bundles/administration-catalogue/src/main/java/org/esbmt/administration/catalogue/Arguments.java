package org.esbmt.administration.catalogue;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.Secret;

/** The values of one call, each of the type of the contract. Passwords are cleared at the end of the call. */
public final class Arguments implements AutoCloseable {
    private final Entry<?> entry;
    private final Sent sent;
    private final List<Object> secrets = new ArrayList<>();

    Arguments(Entry<?> entry, Sent sent) {
        this.entry = requireNonNull(entry, "entry");
        this.sent = requireNonNull(sent, "sent");
    }

    /**
     * Returns the value of a word.
     *
     * @throws InvalidArgumentException with the rule that the value breaks
     * @throws IllegalStateException if the entry does not declare the word
     */
    public <T> T get(Word<T> word) {
        if (!entry.words().contains(word) && !entry.guards().contains(word)) {
            throw new IllegalStateException(entry + " declares no " + word);
        }
        T value = read(word);
        if (word.kind() == Kind.SECRET) {
            secrets.add(value);
        }
        return value;
    }

    private <T> T read(Word<T> word) {
        try {
            return word.read(sent);
        } catch (IllegalArgumentException e) {
            throw new InvalidArgumentException(word.name(), e);
        }
    }

    /** Returns the requested part of a list. */
    PageRequest page() {
        return page(Words.LIMIT);
    }

    PageRequest page(Word<Integer> limit) {
        return new PageRequest(get(Words.OFFSET), get(limit));
    }

    @Override
    public void close() {
        secrets.forEach(Arguments::clear);
    }

    private static void clear(Object secret) {
        if (secret instanceof Password password) {
            password.close();
        } else if (secret instanceof Secret foreign) {
            foreign.close();
        } else if (secret instanceof Optional<?> optional) {
            optional.ifPresent(Arguments::clear);
        } else {
            Arrays.fill((char[]) secret, '\0');
        }
    }
}
