package org.esbmt.administration.http.internal.settings;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes configurations of some values and the defaults of all others. */
public final class TestConfiguration {
    private TestConfiguration() {}

    /**
     * Makes a configuration.
     *
     * @param values by the name of the annotation's method, such as {@code public_url}
     */
    public static AdministrationHttpConfiguration of(Map<String, Object> values) {
        Class<AdministrationHttpConfiguration> type = AdministrationHttpConfiguration.class;
        Set<String> known =
                Arrays.stream(type.getDeclaredMethods()).map(Method::getName).collect(Collectors.toSet());
        if (!known.containsAll(values.keySet())) {
            throw new IllegalArgumentException("unknown keys in " + values.keySet());
        }
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> values.getOrDefault(method.getName(), method.getDefaultValue())));
    }
}
