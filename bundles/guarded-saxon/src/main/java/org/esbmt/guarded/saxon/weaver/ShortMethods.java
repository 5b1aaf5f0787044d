package org.esbmt.guarded.saxon.weaver;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.esbmt.guarded.saxon.weaver.ScannedClass.Body;
import org.esbmt.guarded.saxon.weaver.ScannedClass.Call;

/**
 * Finds Saxon's methods that need no check at their beginning: each ends after a few steps, whatever its arguments are.
 * Such a method has no loop, and calls only such methods and a few reviewed ones of the Java library. The set grows from
 * methods without calls, so no recursion is among them. A call counts for every method that may be its target.
 */
final class ShortMethods {
    /** The greatest number of calls, nested ones included. */
    private static final int MOST_CALLS = 40;

    private final Map<String, ScannedClass> classes = new HashMap<>();
    /** All classes and interfaces of the jar that a class extends or implements, itself included. */
    private final Map<String, Set<String>> supertypes = new HashMap<>();

    private final Map<String, Set<ScannedClass>> subtypes = new HashMap<>();
    private final Set<String> lambdas = new HashSet<>();
    private final Map<Call, Set<String>> targets = new HashMap<>();
    /** The calls of the short methods. */
    private final Map<String, Integer> calls = new HashMap<>();

    ShortMethods(Collection<ScannedClass> scanned) {
        scanned.forEach(c -> classes.put(c.name(), c));
        for (ScannedClass c : scanned) {
            Set<String> supers = supertypes(c.name());
            supers.forEach(
                    s -> subtypes.computeIfAbsent(s, any -> new HashSet<>()).add(c));
        }
        scanned.forEach(c -> c.lambdas().forEach(of -> lambdas.addAll(supertypes(of))));
        boolean grows = true;
        while (grows) {
            grows = false;
            for (ScannedClass c : scanned) {
                for (Body body : c.bodies().values()) {
                    grows |= !body.isLong() && !calls.containsKey(body.key()) && add(body);
                }
            }
        }
    }

    /** True if the method needs no check. */
    boolean contains(String owner, String name, String descriptor) {
        return calls.containsKey(owner + '.' + name + descriptor);
    }

    private boolean add(Body body) {
        int sum = 1;
        for (Call call : body.calls()) {
            int most = most(call);
            if (most < 0 || sum + most > MOST_CALLS) {
                return false;
            }
            sum += most;
        }
        calls.put(body.key(), sum);
        return true;
    }

    /** The most calls of any target; negative if one of them is not known to be short. */
    private int most(Call call) {
        if (!classes.containsKey(call.owner())) {
            boolean isPlain = LibraryCalls.isShort(call.owner(), call.name())
                    && (call.isDirect()
                            || subtypes.getOrDefault(call.owner(), Set.of()).isEmpty());
            return isPlain ? 1 : -1;
        }
        if (!call.isDirect() && lambdas.contains(call.owner())) {
            return -1;
        }
        int most = -1;
        for (String target : targets.computeIfAbsent(call, this::targets)) {
            Integer of = calls.get(target);
            if (of == null) {
                return -1;
            }
            most = Math.max(most, of);
        }
        return most;
    }

    private Set<String> targets(Call call) {
        Set<String> found = new HashSet<>();
        if (call.isDirect()) {
            resolve(call.owner(), call.signature(), found);
        } else {
            for (ScannedClass c : subtypes.get(call.owner())) {
                resolve(c.name(), call.signature(), found);
            }
        }
        return found;
    }

    /** Adds the method of the nearest superclass that has it, else those of all interfaces. */
    private void resolve(String name, String signature, Set<String> found) {
        for (ScannedClass c = classes.get(name); c != null; c = classes.get(c.superName())) {
            Body body = c.bodies().get(signature);
            if (body != null) {
                found.add(body.key());
                return;
            }
        }
        for (String type : supertypes(name)) {
            Body body = classes.containsKey(type) ? classes.get(type).bodies().get(signature) : null;
            if (body != null) {
                found.add(body.key());
            }
        }
    }

    /** The types of the Java library that a class names directly are included. */
    private Set<String> supertypes(String name) {
        Set<String> known = supertypes.get(name);
        if (known != null) {
            return known;
        }
        Set<String> all = new HashSet<>(List.of(name));
        ScannedClass c = classes.get(name);
        if (c != null) {
            all.addAll(supertypes(c.superName()));
            c.interfaces().forEach(i -> all.addAll(supertypes(i)));
        }
        supertypes.put(name, all);
        return all;
    }
}
