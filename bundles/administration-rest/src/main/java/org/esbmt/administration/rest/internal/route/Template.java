package org.esbmt.administration.rest.internal.route;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The template of an address, a part of RFC 6570: {@code /tenants/{tenantId}/quotas/{resource}{?cluster,component}}. A variable is
 * a whole segment. The variables of the query identify the object, too, and may be absent.
 */
public final class Template {
    private static final Pattern FORM = Pattern.compile("((?:/(?:[a-z-]+|\\{[a-zA-Z]+}))+)(?:\\{\\?([a-zA-Z,]+)})?");

    private final List<String> segments;
    private final List<String> query;

    private Template(List<String> segments, List<String> query) {
        this.segments = List.copyOf(segments);
        this.query = List.copyOf(query);
    }

    public static Template of(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(text + " is no template");
        }
        List<String> query =
                form.group(2) == null ? List.of() : Arrays.asList(form.group(2).split(","));
        return new Template(split(form.group(1)), query);
    }

    private static List<String> split(String path) {
        return path.isEmpty() ? List.of() : Arrays.asList(path.substring(1).split("/"));
    }

    /** The template with further segments: {@code /suspend}. */
    Template with(String deed) {
        List<String> all = new ArrayList<>(segments);
        all.addAll(split(deed));
        return new Template(all, query);
    }

    /** The values of the variables in a path of decoded segments; empty if the path is of another template. */
    Optional<Map<String, String>> match(List<String> path) {
        if (path.size() != segments.size()) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < path.size(); i++) {
            String segment = segments.get(i);
            if (isVariable(segment)) {
                values.put(name(segment), path.get(i));
            } else if (!segment.equals(path.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(values);
    }

    /**
     * The address with these values, in the one encoding that each value has.
     *
     * @return empty if a value of the path is absent
     */
    public Optional<String> expand(Function<String, Optional<String>> values) {
        StringBuilder address = new StringBuilder();
        for (String segment : segments) {
            Optional<String> text = isVariable(segment) ? values.apply(name(segment)) : Optional.of(segment);
            if (text.isEmpty()) {
                return Optional.empty();
            }
            address.append('/').append(PercentEncoding.encode(text.get()));
        }
        char separator = '?';
        for (String name : query) {
            Optional<String> value = values.apply(name).filter(text -> !text.isEmpty());
            if (value.isPresent()) {
                address.append(separator).append(name).append('=').append(PercentEncoding.encode(value.get()));
                separator = '&';
            }
        }
        return Optional.of(address.toString());
    }

    /** The names of the variables in the path. */
    public List<String> pathVariables() {
        return segments.stream()
                .filter(Template::isVariable)
                .map(Template::name)
                .toList();
    }

    /** The names of the variables in the query. */
    public List<String> queryVariables() {
        return query;
    }

    /** The path alone, with variables. */
    public String path() {
        return segments.stream().collect(joining("/", "/", ""));
    }

    /** The path with the variables without their names. Two templates with the same form have the same paths. */
    String form() {
        return segments.stream()
                .map(segment -> isVariable(segment) ? "{}" : segment)
                .collect(joining("/", "/", ""));
    }

    private static boolean isVariable(String segment) {
        return segment.startsWith("{");
    }

    private static String name(String variable) {
        return variable.substring(1, variable.length() - 1);
    }

    @Override
    public String toString() {
        return path() + (query.isEmpty() ? "" : "{?" + String.join(",", query) + "}");
    }
}
