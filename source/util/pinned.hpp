/// @file
/// Base classes of objects that can be neither copied nor moved.
#pragma once

namespace tutti {

/// An object that is neither copied nor moved, as others keep its address.
class pinned {
public:
    pinned(const pinned&) = delete;
    pinned& operator=(const pinned&) = delete;

protected:
    pinned() = default;
    ~pinned() = default;
};

/// The same for a class with virtual functions, which is destroyed through it.
class polymorphic {
public:
    polymorphic(const polymorphic&) = delete;
    polymorphic& operator=(const polymorphic&) = delete;
    virtual ~polymorphic() = default;

protected:
    polymorphic() = default;
};

}  // namespace tutti
