package org.esbmt.administration.console.internal.view;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The surroundings of each page.
 *
 * @param root the address of the first page, with a slash at the end
 * @param assets the addresses of the static files, by their plain name
 * @param login empty on pages before the login
 * @param token of each form; empty on pages before the login
 * @param menu the parts of administration that the user sees
 */
public record Frame(
        String root,
        Map<String, String> assets,
        Optional<String> login,
        String token,
        List<Cell.Deed> menu,
        String current) {
    public Frame {
        requireNonNull(root, "root");
        assets = Map.copyOf(assets);
        requireNonNull(login, "login");
        requireNonNull(token, "token");
        menu = List.copyOf(menu);
        requireNonNull(current, "current");
    }
}
