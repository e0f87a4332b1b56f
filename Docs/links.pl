#!/usr/bin/env perl
# SPDX-License-Identifier: MIT
#
# Rewrites the links between pages for docc, in place: links.pl <catalog to change> <its original>
#
# In the repository a page links another one as a file, `Gates.md#switch-by-state`, which code hosts follow. docc resolves
# `doc:Gates#Switch-by-state`. The original tells where a relative path leads.
use strict;
use warnings;
use utf8;

my ($catalog, $original) = @ARGV;
die "usage: links.pl <catalog to change> <its original>\n" unless defined $original && -d $catalog;

# The anchors of a page: docc keeps upper case, code hosts do not.
sub anchors {
    my ($path) = @_;
    open(my $file, '<:utf8', $path) or die "$path: $!\n";
    my (%anchors, $is_code);
    while (my $line = <$file>) {
        $is_code = !$is_code if $line =~ /^\s*```/;
        next unless !$is_code && $line =~ /^#+ (.*)/;
        (my $title = $1) =~ s/[^\w\- ]//g;
        $title =~ s/ /-/g;
        $anchors{lc $title} = $title;
    }
    return \%anchors;
}

sub target {
    my ($page, $path, $anchor) = @_;
    my $file = $path eq '' ? "$original/$page" : "$original/$path";
    my $link = $path eq '' ? 'doc:' : undef;
    if ($path =~ m{^(\w+)\.md$}) { $link = "doc:$1" }
    elsif ($path =~ m{(\w+)\.docc/(\w+)\.md$}) { $link = $1 eq $2 ? "doc:/$1" : "doc:/$1/$2" }
    return "$path" . (defined $anchor ? "#$anchor" : '') unless defined $link && -f $file;
    return $link unless defined $anchor;
    my $own = anchors($file)->{$anchor} // die "$page: $path has no heading $anchor.\n";
    return "$link#$own";
}

for my $copy (glob "$catalog/*.md") {
    open(my $input, '<:utf8', $copy) or die "$copy: $!\n";
    my @lines = <$input>;
    close $input;
    my $is_code;
    for my $line (@lines) {
        $is_code = !$is_code if $line =~ /^\s*```/;
        next if $is_code;
        my ($page) = $copy =~ m{([^/]+)$};
        $line =~ s{\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]*))?\)}{'](' . target($page, $1, $2) . ')'}ge;
    }
    open(my $output, '>:utf8', $copy) or die "$copy: $!\n";
    print $output @lines;
    close $output;
}
