package org.esbmt.jbi.container.api;

import static java.util.Objects.requireNonNull;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The settings of a component with an annotation of Declarative Services as its configuration: all members except the
 * node's own.
 *
 * @param <C> the annotation; its members are texts, numbers and truth values with defaults
 */
public final class AnnotatedConfiguration<C extends Annotation> implements ConfigurableComponent {
    private final String component;
    private final String pid;
    private final Class<C> type;
    private final Consumer<C> check;
    private final SortedMap<String, Method> members = new TreeMap<>();

    /**
     * Reads the keys and defaults from the annotation.
     *
     * @param nodesOwn the keys of each node's own settings
     * @param check validates a configuration like the component, and throws IllegalArgumentException like it
     */
    public AnnotatedConfiguration(
            String component, String pid, Class<C> type, Set<String> nodesOwn, Consumer<C> check) {
        this.component = requireNonNull(component, "component");
        this.pid = requireNonNull(pid, "pid");
        this.type = requireNonNull(type, "type");
        this.check = requireNonNull(check, "check");
        for (Method member : type.getDeclaredMethods()) {
            // OSGi Compendium R8, 112.8.2.1: an underscore in a member's name is a dot in the key.
            String key = member.getName().replace('_', '.');
            if (!nodesOwn.contains(key)) {
                members.put(key, member);
            }
        }
    }

    @Override
    public String component() {
        return component;
    }

    @Override
    public String pid() {
        return pid;
    }

    @Override
    public SortedSet<String> keys() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(members.keySet()));
    }

    @Override
    public String defaultValue(String key) {
        return String.valueOf(members.get(key).getDefaultValue());
    }

    @Override
    public void check(Map<String, String> settings) {
        Map<String, Object> values = new TreeMap<>();
        settings.forEach((key, text) -> values.put(members.get(key).getName(), value(key, text.strip())));
        check.accept(type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getDeclaringClass() != type) {
                        return ofAnyObject(this, method, arguments);
                    }
                    return values.getOrDefault(method.getName(), method.getDefaultValue());
                })));
    }

    private static Object ofAnyObject(Object self, Method method, Object[] arguments) throws Throwable {
        try {
            return method.getDeclaringClass() == Object.class ? method.invoke(self, arguments) : null;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private Object value(String key, String text) {
        Class<?> wanted = members.get(key).getReturnType();
        try {
            if (wanted == int.class) {
                return Integer.valueOf(text);
            }
            if (wanted == long.class) {
                return Long.valueOf(text);
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + " is a number, not '" + text + "'", e);
        }
        if (wanted == boolean.class) {
            if (!text.equals("true") && !text.equals("false")) {
                throw new IllegalArgumentException(key + " is true or false, not '" + text + "'");
            }
            return Boolean.valueOf(text);
        }
        if (wanted == String.class) {
            return text;
        }
        throw new IllegalStateException("the type of " + key + " is not supported");
    }
}
